import { type APIRequestContext, expect } from '@playwright/test'

type Person = { email: string; password: string }

/** Calls the API as an administrator, with the cookies of `request`. */
export async function asAdministrator(request: APIRequestContext, origin: string, admin: Person) {
  const post = async (path: string, data: unknown) => {
    const answer = await request.post(`/api/auth${path}`, { data, headers: { Origin: origin } })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  }
  await post('/sign-in/email', { email: admin.email, password: admin.password })
  return {
    post,
    /** The id of the account with this email. */
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

type NoticeBody = { content: string } & Record<string, unknown>

/** Calls of notices with the session of this context. */
export const noticesOf = (request: APIRequestContext, origin: string) => {
  const headers = { Origin: origin }
  return {
    async make(data: NoticeBody): Promise<void> {
      const answer = await request.post('/api/v1/notices/admin', { data, headers })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    /** The server is shared by all tests: a remaining notice would be on every other screen. */
    async removeAll(): Promise<void> {
      const { data } = await (await request.get('/api/v1/notices/admin?limit=100')).json()
      for (const { id } of data.items) await request.delete(`/api/v1/notices/admin/${id}`, { headers })
    },
  }
}
