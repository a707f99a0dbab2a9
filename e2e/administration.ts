import { type APIRequestContext, expect } from '@playwright/test'

type Person = { email: string; password: string }

/** Makes calls as an administrator, with the cookies of `request`. */
export async function asAdministrator(request: APIRequestContext, origin: string, admin: Person) {
  const post = async (path: string, data: unknown) => {
    const answer = await request.post(`/api/auth${path}`, { data, headers: { Origin: origin } })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  }
  await post('/sign-in/email', { email: admin.email, password: admin.password })
  return {
    post,
    /** Of the account with this address. */
    async idOf(email: string): Promise<string> {
      const query = new URLSearchParams({ searchValue: email })
      const answer = await request.get(`/api/auth/admin/list-users?${query}`)
      const { users } = (await answer.json()) as { users: { id: string; email: string }[] }
      const found = users.find((user) => user.email === email)
      if (!found) throw new Error(`no account of ${email}`)
      return found.id
    },
  }
}
