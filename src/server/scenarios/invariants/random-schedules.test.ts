import fc from 'fast-check'
import { describe, test } from 'vitest'
import { chatCommands } from '../../testing/clients/chat-commands.ts'
import { World } from '../../testing/clients/chat-model.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { liftQuotas } from '../../testing/factories/quotas.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp } from '../../testing/test-app.ts'

const CHATS = 2

/** Some runs on their own pair of instances, because a restart affects all chats. */
async function lane(numRuns: number): Promise<void> {
  const app = await createTestApp()
  const second = await startSecondInstance(app)
  try {
    const person = await app.signUp('Ana Souza')
    await liftQuotas(app.databaseUrl)
    const agentId = await openAgentId(person)
    const instances = new World(app, second, person)
    await fc.assert(
      fc.asyncProperty(chatCommands(CHATS, 24), async (commands) => {
        const world = await instances.renew(agentId, CHATS)
        await fc.asyncModelRun(() => ({ model: world, real: {} }), commands)
        await world.judge()
      }),
      // Unbiased, because small schedules find little.
      { numRuns, unbiased: true, interruptAfterTimeLimit: 100_000 },
    )
  } finally {
    await second.server.stop()
    await app.close()
  }
}

describe('I1 to I7 over random schedules', () => {
  test('random sends, stops, reloads, reconnects, faults, restarts and crashes match a model of the chat', async () => {
    await Promise.all([lane(12), lane(12)])
  }, 150_000)
})
