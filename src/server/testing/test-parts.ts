import type { Replaceable } from '../server.ts'
import { quickPasswords } from './quick-passwords.ts'

/** Quick hashing, and patience for tests that send more calls at once than one person may on a slow machine. */
export const TEST_PARTS: Replaceable = { passwords: quickPasswords, callPatienceMs: 60_000 }
