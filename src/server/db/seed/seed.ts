import type { Db } from '../connect.ts'
import {
  agentLabels,
  agents,
  agentVersions,
  installation,
  labels,
  plans,
  promptRecommendations,
} from '../schema/index.ts'
import { seedAgents } from './agents.ts'
import { seedLabels } from './labels.ts'
import { seedPlans } from './plans.ts'
import { seedReviewRules } from './review-rules.ts'

/**
 * Inserts missing plans, labels, agents and rules of the Revisor, and renews rules that nobody edited. Rows that an
 * administrator changed or deleted stay as they are.
 */
export async function seed(db: Db): Promise<void> {
  await db.insert(installation).values({ id: 1 }).onConflictDoNothing()
  await db.insert(plans).values(seedPlans).onConflictDoNothing()
  await db
    .insert(labels)
    .values([...seedLabels])
    .onConflictDoNothing()

  await seedReviewRules(db)

  const added = await db
    .insert(agents)
    .values(
      seedAgents.map(({ slug: _slug, labelIds: _labels, recommendations: _texts, ...agent }, order) => ({
        ...agent,
        order,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: agents.id })

  for (const agent of seedAgents.filter(({ id }) => added.some((row) => row.id === id))) {
    await db.insert(agentVersions).values({ agentId: agent.id, number: 1, systemPrompt: agent.systemPrompt })
    await db.insert(agentLabels).values(agent.labelIds.map((labelId) => ({ agentId: agent.id, labelId })))
    await db
      .insert(promptRecommendations)
      .values(agent.recommendations.map((entry, order) => ({ ...entry, agentId: agent.id, order })))
  }
}
