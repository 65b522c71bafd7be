# PgBouncer 1.24, whose transaction mode supports prepared statements.
FROM debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
USER postgres
EXPOSE 6432
ENTRYPOINT ["/bin/sh", "/pgbouncer.sh"]
