import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Caches compiled code and erased types for the next start, which saves half of its processor time and the
// memory of the type eraser. Preloaded, and plain JavaScript, so that the first module is cached too.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))
