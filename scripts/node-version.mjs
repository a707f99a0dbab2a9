import './compile-cache.mjs'

// Preloaded, and plain JavaScript: a Node older than 22.18 can't parse the TypeScript that follows.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `O Elenco roda no Node 24, e este é o ${process.version}. Rode "npm ci" e use "npm start" ou "npm test", que escolhem a versão certa.\n`,
  )
  process.exit(1)
}
