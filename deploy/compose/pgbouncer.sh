# Writes the file of users, and starts PgBouncer. PGPASSWORD is the password of the role "casegate".
set -eu
umask 077
quoted="$(printf '%s' "$PGPASSWORD" | sed 's/"/""/g')"
printf '"casegate" "%s"\n' "$quoted" > /tmp/users.txt
unset PGPASSWORD
exec pgbouncer "${PGBOUNCER_CONFIG:-/etc/pgbouncer/pgbouncer.ini}"
