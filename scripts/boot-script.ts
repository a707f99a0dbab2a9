import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const FILE = 'boot.js'

/** Minifies `public/boot.js`, which Vite copies as it is: the first paint waits for it. */
export function bootScript(): Plugin {
  let file = ''
  return {
    name: 'elenco:boot-script',
    apply: 'build',
    configResolved(config) {
      file = join(resolve(config.root, config.build.outDir), FILE)
    },
    // Before the list of offline files, which contains its hash.
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler(error) {
        if (error) return
        writeFileSync(file, minifySync(FILE, readFileSync(file, 'utf8'), { module: false }).code)
      },
    },
  }
}
