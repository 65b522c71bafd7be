# Runs once, when the database is created. Creates a role for Casegate that is not a superuser. After that, the superuser can connect
# only from inside the container.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
create role casegate login password :'password';
create database casegate owner casegate;
alter role current_user password null;
SQL
