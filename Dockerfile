# Build: docker build --tag casegate .
# Run:   docker run --env DATABASE_URL=postgresql://… --publish 127.0.0.1:4000:4000 casegate

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp
WORKDIR /app
RUN tar --extract --gzip --strip-components 1 --file /tmp/casegate-*.tgz && cp /build/package-lock.json .
# The image has Node 24, so the optional package with it is not needed.
RUN npm ci --omit dev --omit optional --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
COPY --from=build /app /app
RUN ln --symbolic /app/bin/casegate.js /usr/local/bin/casegate && install --directory --owner node --group node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Exec form, so that SIGTERM reaches the process.
ENTRYPOINT ["node", "--max-semi-space-size=16", "/app/bin/casegate.js"]
CMD ["serve"]
