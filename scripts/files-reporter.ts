import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { VitestFiles } from './test-report.ts'

/**
 * Vitest reporter: writes {@link VitestFiles} to the path in `VITEST_FILES_REPORT`. Vitest's own JSON report leaves out
 * imports, the hooks of a file, and that a test was repeated.
 */
export default class FilesReporter implements Reporter {
  readonly #report: VitestFiles = { files: [], flaky: [] }

  onTestModuleEnd(module: TestModule): void {
    const file = relative(process.cwd(), module.moduleId)
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = Math.round((collectDuration + setupDuration + duration) / 100) / 10
    this.#report.files.push({ file, seconds })
    for (const test of module.children.allTests()) {
      if (test.diagnostic()?.flaky) this.#report.flaky.push(`${file} › ${test.fullName}`)
    }
  }

  onTestRunEnd(): void {
    const file = process.env.VITEST_FILES_REPORT
    if (file) writeFileSync(file, JSON.stringify(this.#report))
  }
}
