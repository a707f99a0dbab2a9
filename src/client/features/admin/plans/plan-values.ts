import { changesOf } from '#client/lib/forms/form-draft.ts'
import { normalizeText } from '#client/lib/text/normalize-text.ts'
import type { AdminPlan, CreatePlan, PlanExternal, PlanForm } from '#shared/contract/plans-admin.ts'
import { LIMITS } from '#shared/limits.ts'

const keyOf = ({ provider, kind, externalId }: PlanExternal) => `${provider}:${kind}:${externalId}`

export const valuesOf = (plan?: AdminPlan): PlanForm => ({
  displayName: plan?.displayName ?? '',
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  priceText: plan?.priceText ?? '',
  monthlyMessageLimit: plan ? plan.monthlyMessageLimit.toLocaleString('pt-BR') : '',
  dailyMessageLimit: plan?.dailyMessageLimit?.toLocaleString('pt-BR') ?? '',
  storageMegabytes: (plan?.storageMegabytes ?? 1_000).toLocaleString('pt-BR'),
  passageLimit: (plan?.passageLimit ?? 20_000).toLocaleString('pt-BR'),
  allAgents: plan?.allAgents ?? true,
  checkoutUrl: plan?.checkoutUrl ?? '',
  stripePriceId: plan?.stripePriceId ?? '',
  trialDays: plan?.trialDays ? String(plan.trialDays) : '',
  acceptsCoupons: plan?.acceptsCoupons ?? false,
  externals: plan?.externals.map(keyOf) ?? [],
  newExternal: '',
  newExternalKind: 'hubla:offer',
  isArchived: plan?.isArchived ?? false,
})

export function externalOf(key: string): Pick<PlanExternal, 'externalId'> & { choice: string } {
  const [provider = '', kind = '', ...rest] = key.split(':')
  return { choice: `${provider}:${kind}`, externalId: rest.join(':') }
}

export function externalsOf({
  externals,
  newExternal,
  newExternalKind,
}: Pick<PlanForm, 'externals' | 'newExternal' | 'newExternalKind'>): string[] {
  const typed = newExternal.trim()
  if (typed === '') return externals
  const key = `${newExternalKind}:${typed}`
  return externals.includes(key) ? externals : [...externals, key]
}

type Settled = Omit<PlanForm, 'newExternal' | 'newExternalKind'>
type Body = CreatePlan & { isArchived: boolean }

export const withoutHelperFields = ({ newExternal, newExternalKind, ...form }: PlanForm): Settled => ({
  ...form,
  externals: externalsOf({ ...form, newExternal, newExternalKind }),
})

const toExternal = (key: string): PlanExternal => {
  const { choice, externalId } = externalOf(key)
  const [provider, kind] = choice.split(':') as [PlanExternal['provider'], PlanExternal['kind']]
  // The server keeps the name that it knows.
  return { provider, kind, externalId, name: null }
}

/** "2.000" → 2000; undefined while it is no number. */
export function limitOf(typed: string): number | undefined {
  const digits = typed.trim().replaceAll('.', '')
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

const numberOf = (typed: string) => Number(typed.replaceAll('.', ''))

export function bodyOf(form: Partial<Settled>): Partial<Body> {
  const { monthlyMessageLimit, dailyMessageLimit, storageMegabytes, passageLimit, trialDays, ...others } =
    form
  const { externals, ...rest } = others
  return {
    ...rest,
    ...(monthlyMessageLimit !== undefined && { monthlyMessageLimit: numberOf(monthlyMessageLimit) }),
    ...(dailyMessageLimit !== undefined && { dailyMessageLimit: numberOf(dailyMessageLimit) || null }),
    ...(storageMegabytes !== undefined && { storageMegabytes: numberOf(storageMegabytes) }),
    ...(passageLimit !== undefined && { passageLimit: numberOf(passageLimit) }),
    ...(trialDays !== undefined && { trialDays: numberOf(trialDays) }),
    ...(externals && { externals: externals.map(toExternal) }),
  }
}

const FIGURES = [
  'monthlyMessageLimit',
  'dailyMessageLimit',
  'storageMegabytes',
  'passageLimit',
  'trialDays',
] as const

export function changesTo(plan: AdminPlan, form: PlanForm): Partial<Body> {
  const changes = bodyOf(changesOf<Settled>(withoutHelperFields(valuesOf(plan)), withoutHelperFields(form)))
  for (const name of FIGURES) {
    if (changes[name] === plan[name]) delete changes[name]
  }
  return changes
}

/**
 * Merges form values typed over `base` into a newer stored plan: untouched fields are theirs; codes that either side
 * added or removed are added or removed.
 */
export function rebased(base: AdminPlan, theirs: AdminPlan, form: PlanForm): PlanForm {
  const was = valuesOf(base)
  const now = valuesOf(theirs)
  const added = form.externals.filter((key) => !was.externals.includes(key) && !now.externals.includes(key))
  const removed = was.externals.filter((key) => !form.externals.includes(key))
  return {
    ...now,
    ...changesOf(was, form),
    externals: [...now.externals.filter((key) => !removed.includes(key)), ...added],
  }
}

export function clashesOf(base: AdminPlan, theirs: AdminPlan, form: PlanForm): (keyof PlanForm)[] {
  const [was, now] = [valuesOf(base), valuesOf(theirs)]
  const others = changesOf(was, now)
  const mine = changesOf(now, { ...now, ...changesOf(was, form) })
  const names = Object.keys(mine) as (keyof PlanForm)[]
  return names.filter((name) => name !== 'externals' && Object.hasOwn(others, name))
}

/** "Criador Pro" → "criador_pro" */
export function slugOf(displayName: string): string {
  const words = normalizeText(displayName)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const slug = /^[a-z]/.test(words) ? words : words && `plano_${words}`
  return slug.slice(0, LIMITS.planNameLength)
}
