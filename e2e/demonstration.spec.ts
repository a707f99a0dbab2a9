import { randomUUID } from 'node:crypto'
import { expect, signUp, test } from './helpers/fixtures.ts'
import { openAgent } from './helpers/history.ts'

// Without a key of the installation, the demonstration model answers.
test.use({ variables: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } })

test('the demonstration names itself, but not to a user whose own key answers', async ({ page, server }) => {
  await signUp(page, server.url)
  const agent = await openAgent(page)
  const id = randomUUID()
  const headers = { Origin: server.url }
  await page.request.post('/api/v1/chats', { data: { id, agentId: agent.id }, headers })
  const banner = page.getByText('Modo demonstração')
  await page.goto(`/app/${agent.id}/${id}`)
  await expect(banner).toBeVisible()

  // A real key would be checked at its provider.
  await page.route('**/api/v1/credentials*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: { ...body.data, items: [{ isActive: true }] } } })
  })
  const keys = page.waitForResponse('**/api/v1/credentials*')
  await page.reload()
  await keys
  await expect(page.getByRole('textbox', { name: /Mensagem para/ })).toBeVisible()
  await expect(banner).toHaveCount(0)
})
