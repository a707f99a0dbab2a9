import { expect, it } from 'vitest'
import { CurrentSession, SessionInfo, SessionUser } from '#shared/contract/auth.ts'
import { readCurrentSession } from './current-session.ts'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const user = {
  id: ID,
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  emailVerified: true,
  image: null,
  bio: 'Lançamentos',
  phoneNumber: null,
  role: 'user',
  hasCompletedOnboarding: false,
}
const session = {
  id: ID,
  expiresAt: '2026-11-30T00:00:00.000Z',
  userId: ID,
  impersonatedBy: ID,
  impersonatedByName: 'Dona',
}

it('keeps every field of the contract and drops all others', () => {
  expect(Object.keys(user)).toEqual(Object.keys(SessionUser.shape))
  expect(Object.keys(session)).toEqual(Object.keys(SessionInfo.shape))
  const answer = { user: { ...user, banned: false }, session: { ...session, token: 'segredo' } }
  expect(readCurrentSession(answer)).toEqual({ user, session })
  expect(readCurrentSession(answer)).toEqual(CurrentSession.parse(answer))
  expect(readCurrentSession(null)).toBeNull()
})

it.each([undefined, 'oi', {}, { user }, { session }, { user: {}, session }, { user, session: { id: 1 } }])(
  'refuses %j',
  (answer) => {
    expect(() => readCurrentSession(answer)).toThrow('Unexpected session')
  },
)
