import Big from 'big.js'
import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AgentModels } from '#shared/contract/agents-admin.ts'
import type { AiSettings } from '../../ai/providers/ai-settings.ts'
import { createProviders } from '../../ai/providers/providers.ts'
import type { Db } from '../../db/connect.ts'
import { agents, modelPrices } from '../../db/schema/index.ts'

/** The models that the house offers, its defaults among them, and those that agents still use. */
export async function listModels(db: Db, settings: AiSettings): Promise<AgentModels> {
  const providers = createProviders(settings)
  const chosen = await db
    .select({ model: agents.model, count: sql<number>`count(*)::int` })
    .from(agents)
    .where(and(isNotNull(agents.model), isNull(agents.deletedAt)))
    .groupBy(agents.model)
  const priced = await db.select().from(modelPrices)
  const named = await Promise.all(providers.map((provider) => provider.nameModel().catch(() => undefined)))
  const defaults = named.filter((name) => name !== undefined)
  const counts = new Map(chosen.map(({ model, count }) => [model, count]))
  const names = new Set(
    [
      ...defaults,
      ...[...chosen, ...priced.filter(({ isOffered }) => isOffered)].map(({ model }) => model),
    ].filter((name) => name !== null),
  )
  const items = [...names].map((name) => {
    const provider = providers.find((it) => it.speaks(name))?.name ?? null
    const price = priced.find((it) => it.model === name && it.provider === provider)
    return {
      name,
      provider,
      isOffered: defaults.includes(name) || price?.isOffered === true,
      isDefault: name === named[0],
      isPriced: price !== undefined,
      inputPrice: price ? new Big(price.inputPrice).toFixed() : null,
      outputPrice: price ? new Big(price.outputPrice).toFixed() : null,
      contextTokens: price?.contextTokens ?? null,
      agents: counts.get(name) ?? 0,
    }
  })
  const rank = ({ name }: { name: string }) =>
    defaults.includes(name) ? defaults.indexOf(name) : defaults.length
  items.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return { isDemo: providers.length === 0, isUnnamed: named.some((name) => name === undefined), items }
}
