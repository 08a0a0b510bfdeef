package parse

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNoPasswordIsInTheErrorOfAFileWithoutRuns(t *testing.T) {
	const secret = "hUnt3r"
	path := filepath.Join(t.TempDir(), "a.log")
	for _, text := range []string{
		"INFO:root:cmd=['sysbench', 'oltp_read_only', '--mysql-password', 'hUnt3r', '--threads', '4', 'run']",
		`INFO:root:cmd=["mysql", "-p", "hUnt3r"]`,
		"sysbench oltp_read_only --mysql-user=a -phUnt3r run",
		"sysbench oltp_read_only -p hUnt3r run",
		`sysbench oltp_read_only --mysql-password=a\ hUnt3r run`,
		"sysbench oltp_read_only --mysql-password=$(echo hUnt3r) run",
		"sysbench oltp_read_only '--mysql-password=hUnt3r xhUnt3r' run",
		"sysbench oltp_read_only --mysql-password=\"a\"'b hUnt3r' run",
		"+ PASS=hUnt3r",
		"pw=hUnt3r",
		"db_pw: hUnt3r",
		"dsn: sb:hUnt3r@tcp(10.0.0.1:3306)/sbtest",
		"sb:a@hUnt3r@unix(/tmp/mysql.sock)/sbtest",
		"sysbench oltp_read_only \\\n --mysql-password \\\n hUnt3r \\\n run",
		"mysql://root:a@hUnt3r@db:3306/x",
		"invalid option: --mysql-pasword=hUnt3r",
		"invalid option: --mysql-passwrod=hUnt3r",
		"invalid option: --auth-token=hUnt3r",
		"invalid option: --my-secret=hUnt3r",
		"tps --mysql-password=hUnt3r\n1",
		"sysbench oltp_read_write --mysql-host=h --mysql-pass\nword=hUnt3r --threads=16 run",
		"sysbench oltp_read_write --mysql-host=h --mysql-p\nassword=hUnt3r --threads=16 run",
		"sysbench oltp_read_write --mysql-host=h --mysql-password\n=hUnt3r --threads=16 run",
		"sysbench oltp_read_write --mysql-host=h --mysql-password=\nhUnt3r --threads=16 run",
		"mysql -uroot -p\nhUnt3r",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text+"\n"), 0o600))
		res, err := File(path, Options{})
		require.ErrorIs(t, err, ErrNoRuns)
		assert.NotContains(t, err.Error(), secret, text)
		assert.NotContains(t, fmt.Sprintf("%+v", res), secret, text)

		res = read(t, text+"\n"+run10("", 4), Options{})
		require.Len(t, res.Runs, 1, text)
		assert.NotContains(t, fmt.Sprintf("%+v %+v", res, *res.Runs[0]), secret, text)
	}
}

func TestNoPasswordIsInTheNameOfASystem(t *testing.T) {
	for _, text := range []string{
		"### system -phUnt3r\n\nthreads,tps\n4,100\n8,200\n",
		"threads,tps --mysql-password=hUnt3r\n4,100\n8,200\n",
		"threads,\"tps --mysql-password='hUnt3r'\"\n4,100\n8,200\n",
	} {
		res := read(t, text, Options{})
		require.NotEmpty(t, res.Runs, text)
		assert.NotContains(t, fmt.Sprintf("%+v %+v", res, *res.Runs[0]), "hUnt3r", text)
	}
}

func TestWhatIsNoPasswordStays(t *testing.T) {
	for in, want := range map[string]string{
		"sysbench oltp --mysql-password=x --threads=16 run":        "sysbench oltp --mysql-password=*** --threads=16 run",
		`sysbench oltp --mysql-password="$PASS" --threads=16 run`:  "sysbench oltp --mysql-password=*** --threads=16 run",
		"sysbench oltp --mysql-password=${PASS} --threads=16 run":  "sysbench oltp --mysql-password=*** --threads=16 run",
		"sysbench oltp --mysql-password='a b' --threads=16 run":    "sysbench oltp --mysql-password=*** --threads=16 run",
		"go-tpc tpcc -P 4000 -p x -T 16 run":                       "go-tpc tpcc -P 4000 -p *** -T 16 run",
		"Access denied for user 'a'@'b' (using password: YES)":     "Access denied for user 'a'@'b' (using password: YES)",
		"password authentication failed for user sbtest":           "password authentication failed for user sbtest",
		"a line longer than 10 bytes: its rest is passed over":     "a line longer than 10 bytes: its rest is passed over",
		"mysql --password=a -h x; PGPASSWORD=b psql -c 'select 1'": "mysql --password=*** -h x; PGPASSWORD=*** psql -c 'select 1'",
	} {
		assert.Equal(t, want, redact(in))
		assert.Equal(t, want, redact(redact(in)), "twice is as once")
	}
}
