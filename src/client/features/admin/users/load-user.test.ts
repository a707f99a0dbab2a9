import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { toPortuguese } from '#client/lib/text/error-text.ts'
import { loadUser } from './load-user.ts'

function visit(status: number, message: string, code = 'X') {
  const queryClient = new QueryClient()
  queryClient.fetchQuery = () => Promise.reject(new ApiError({ code, status, message }))
  return {
    context: { queryClient },
    params: { userId: 'u-1' },
    location: { href: '/app/admin/users/u-1/edit' },
  }
}

test('an account that does not come is said as SPEC §5 has it, in Portuguese on the screen', async () => {
  const failure = await loadUser(visit(503, 'database away'))
  expect(failure).toBeInstanceOf(Error)
  expect(Object(failure)).toMatchObject({ message: 'API Error: database away', cause: { status: 503 } })
  expect(toPortuguese(Object(failure).message)).toBe('Não foi possível carregar os dados.')
})

test('an ended session leads to sign-in and back, a lost role to the app', async () => {
  await expect(loadUser(visit(401, ''))).rejects.toMatchObject({
    options: { to: '/sign-in', search: { redirect: '/app/admin/users/u-1/edit' } },
  })
  await expect(loadUser(visit(403, ''))).rejects.toMatchObject({ options: { to: '/app' } })
})

test.each(['STEP_UP_REQUIRED', 'SECOND_FACTOR_REQUIRED'])(
  '%s stays on the page, which tells it',
  async (code) => {
    expect(await loadUser(visit(403, 'Falta algo.', code))).toMatchObject({ cause: { code } })
  },
)
