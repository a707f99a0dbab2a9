import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { AgentModels } from '#shared/contract/agents-admin.ts'
import { type AiSettings, createProviders } from '../../ai/providers/providers.ts'
import type { Db } from '../../db/connect.ts'
import { agents, modelPrices, usageDays } from '../../db/schema/index.ts'

const USED_DAYS = 90

/**
 * Models to offer for an agent: the installation's default, those of other agents, and those with usage or a
 * price.
 */
export async function listModels(db: Db, settings: AiSettings): Promise<AgentModels> {
  const providers = createProviders(settings)
  const chosen = await db
    .select({ model: agents.model, count: sql<number>`count(*)::int` })
    .from(agents)
    .where(and(isNotNull(agents.model), isNull(agents.deletedAt)))
    .groupBy(agents.model)
  const priced = await db
    .select({ provider: modelPrices.provider, model: modelPrices.model })
    .from(modelPrices)
  const used = await db
    .selectDistinct({ model: usageDays.model })
    .from(usageDays)
    .where(
      and(
        sql`${usageDays.day} > current_date - ${USED_DAYS}::int`,
        eq(usageDays.isOwnKey, false),
        sql`${usageDays.provider} in ('openai', 'google')`,
        ne(usageDays.model, ''),
      ),
    )
  const defaults = providers.map(({ defaultModel }) => defaultModel)
  const counts = new Map(chosen.map(({ model, count }) => [model, count]))
  const names = new Set(
    [...defaults, ...[...chosen, ...priced, ...used].map(({ model }) => model)].filter(
      (name) => name !== null,
    ),
  )
  const items = [...names].map((name) => {
    const provider = providers.find((it) => it.speaks(name))?.name ?? null
    return {
      name,
      provider,
      isDefault: name === defaults[0],
      isPriced: priced.some((price) => price.model === name && price.provider === provider),
      agents: counts.get(name) ?? 0,
    }
  })
  const rank = ({ name }: { name: string }) =>
    defaults.includes(name) ? defaults.indexOf(name) : defaults.length
  items.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return { isDemo: providers.length === 0, items }
}
