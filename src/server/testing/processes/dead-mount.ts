import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A mounted file system whose server never answers, like a network share that is gone: every call to it hangs until its
 * process is killed. Undefined where this user may not mount.
 */
export function mountDead(): { path: string; unmount(): void } | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const path = mkdtempSync(join(tmpdir(), 'elenco-dead-'))
  let device: number
  try {
    device = openSync('/dev/fuse', 'r+')
  } catch {
    rmdirSync(path)
    return undefined
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  const { status } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'dead', path], {
    stdio: ['ignore', 'ignore', 'ignore', device],
  })
  const unmount = () => {
    // Closing the device answers every pending call with an error.
    closeSync(device)
    if (status === 0) spawnSync('umount', ['-l', path])
    rmdirSync(path)
  }
  if (status === 0) return { path, unmount }
  unmount()
  return undefined
}
