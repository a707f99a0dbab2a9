import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type {
  BrandVoice,
  CreateVoiceSample,
  UpdateBrandVoice,
  VoiceProposal,
  VoiceSample,
} from '#shared/contract/brand-voice.ts'
import type { ProposedVoiceRule, VoiceRule } from '#shared/contract/voice-edits.ts'

const pathOf = (brandId: string) => `/brands/${encodeURIComponent(brandId)}/voice`

export const voiceQueries = {
  voice: (brandId: string) =>
    queryOptions({
      queryKey: ['brands', 'voice', brandId],
      queryFn: ({ signal }) => request<BrandVoice>('GET', pathOf(brandId), { signal }),
    }),
  /** Oldest first. */
  samples: (brandId: string) =>
    queryOptions({
      queryKey: ['brands', 'voice-samples', brandId],
      queryFn: ({ signal }) => request<VoiceSample[]>('GET', `${pathOf(brandId)}/samples`, { signal }),
    }),
}

export const voiceCalls = {
  update: (brandId: string, body: UpdateBrandVoice) => request<BrandVoice>('PUT', pathOf(brandId), { body }),
  /** Idempotent by id. */
  addSample: (brandId: string, body: CreateVoiceSample) =>
    request<VoiceSample>('POST', `${pathOf(brandId)}/samples`, { body }),
  removeSample: (brandId: string, sampleId: string) =>
    request<VoiceSample>('DELETE', `${pathOf(brandId)}/samples/${encodeURIComponent(sampleId)}`),
  /** Costs a model call: no automatic retry. */
  propose: (brandId: string) => request<VoiceProposal>('POST', `${pathOf(brandId)}/proposal`),
}

/** Invalidates the voice of a brand and its samples. */
export const invalidateVoice = (client: QueryClient, brandId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: voiceQueries.voice(brandId).queryKey }),
    client.invalidateQueries({ queryKey: voiceQueries.samples(brandId).queryKey }),
  ])

const rulePath = (documentId: string) => `/documents/${encodeURIComponent(documentId)}/voice-rule`
const ruleRoot = ['documents', 'voice-rule'] as const

export const voiceRuleCalls = {
  root: ruleRoot,
  /** Asked for again for each version of the document. */
  rule: (documentId: string, version: number) =>
    queryOptions({
      queryKey: [...ruleRoot, documentId, version],
      queryFn: ({ signal }) => request<ProposedVoiceRule>('GET', rulePath(documentId), { signal }),
      staleTime: 0,
      retry: false,
    }),
  /** Keeps `text` in the brand's voice, or never asks again without it. */
  answer: (documentId: string, { kind, word }: VoiceRule, text: string | undefined) =>
    request<BrandVoice>('POST', rulePath(documentId), { body: { kind, word, text } }),
}
