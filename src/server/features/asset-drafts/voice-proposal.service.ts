import type { CurrentUser } from '#shared/contract/auth.ts'
import type { VoiceProposal } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import {
  proposeByRules,
  readVoiceProposal,
  VOICE_FORMAT,
  voicePrompt,
} from '../../ai/tasks/voice-proposal.ts'
import { AppError } from '../../http/errors.ts'
import { getBrandVoice, listSamples } from '../brand-voices/brand-voices.queries.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { askForDraft, oneDraftAtATime, type Parts } from './draft-call.service.ts'

type Wanted = { brandId: string; user: CurrentUser; signal: AbortSignal }

/**
 * Describes how the samples of a brand are written, for review; nothing is stored. Costs a message, like the draft of an
 * asset, and one at a time with those.
 * @throws {AppError} NOT_FOUND; CONFLICT with too few samples; RATE_LIMITED, QUOTA_EXCEEDED and UNAVAILABLE like
 * {@link askForDraft}.
 */
export async function proposeVoice(parts: Parts, { brandId, user, signal }: Wanted): Promise<VoiceProposal> {
  const key = { brandId, userId: user.id }
  const { features } = await getBrandVoice(parts.db, key)
  if (!features) {
    throw new AppError(
      'CONFLICT',
      `Junte pelo menos ${VOICE_LIMITS.samplesMin} amostras para descrever a voz.`,
    )
  }
  return oneDraftAtATime(user.id, async () => {
    const credential = await ownKeyFor(parts, user)
    if (parts.model.isDemo && !credential) return proposeByRules(features)
    const samples = (await listSamples(parts.db, key)).map(({ content }) => content)
    const answer = await askForDraft(parts, {
      user,
      credential,
      agent: null,
      prompt: voicePrompt(samples, features, parts.model.budgetTokens),
      format: VOICE_FORMAT,
      signal,
      about: { brandId },
    })
    return { ...readVoiceProposal(answer), isByRules: false }
  })
}
