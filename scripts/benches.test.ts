import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project.ts'

// Node itself loads the benches: an import that only the transformer of tests understands fails there.
describe.each(['cluster', 'kill', 'long', 'readers', 'soak'])('bench/%s', (name) => {
  it('says how it is called', () => {
    const { status, stderr } = spawnSync(process.execPath, [`bench/${name}.ts`, 'nonsense'], {
      cwd: projectRoot,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining(`Usage: node bench/${name}.ts`)])
  })
})
