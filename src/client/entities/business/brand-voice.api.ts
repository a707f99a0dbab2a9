import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type {
  BrandVoice,
  CreateVoiceSample,
  UpdateBrandVoice,
  VoiceProposal,
  VoiceSample,
} from '#shared/contract/brand-voice.ts'

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
