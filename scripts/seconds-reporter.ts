import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileSeconds } from './test-report.ts'

/**
 * Vitest reporter: writes the seconds of each file to the path in `TEST_SECONDS_FILE`. Vitest's own JSON report leaves
 * out imports and the hooks of a file.
 */
export default class SecondsReporter implements Reporter {
  readonly #files: FileSeconds[] = []

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    this.#files.push({
      file: relative(process.cwd(), module.moduleId),
      seconds: Math.round((collectDuration + setupDuration + duration) / 100) / 10,
    })
  }

  onTestRunEnd(): void {
    const file = process.env.TEST_SECONDS_FILE
    if (file) writeFileSync(file, JSON.stringify(this.#files))
  }
}
