import {
  BrandVoice,
  CreateVoiceSample,
  UpdateBrandVoice,
  VoiceSample,
  VoiceSampleParams,
  VoiceSamples,
} from '#shared/contract/brand-voice.ts'
import { BrandParams } from '#shared/contract/brands.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getBrandVoice, listSamples, updateBrandVoice } from './brand-voices.queries.ts'
import { createSample, deleteSample } from './voice-samples.queries.ts'

const { samplesMin, samplesMax } = VOICE_LIMITS

export const brandVoiceRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/brands/:brandId/voice',
      operation({
        tag: 'brands',
        summary: `A voz de uma marca; as medidas existem a partir de ${samplesMin} amostras`,
        data: BrandVoice,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', BrandParams),
      async (c) => respond(c, await getBrandVoice(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .put(
      '/brands/:brandId/voice',
      operation({
        writes: true,
        tag: 'brands',
        summary: 'Muda a voz de uma marca: palavras, jeitos de escrever e frases de exemplo',
        data: BrandVoice,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', BrandParams),
      input('json', UpdateBrandVoice),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await updateBrandVoice(db, change))
      },
    )
    .get(
      '/brands/:brandId/voice/samples',
      operation({
        tag: 'brands',
        summary: 'As amostras da voz de uma marca, da mais antiga à mais nova',
        data: VoiceSamples,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', BrandParams),
      async (c) => respond(c, await listSamples(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/brands/:brandId/voice/samples',
      operation({
        writes: true,
        tag: 'brands',
        summary: `Acrescenta uma amostra, um texto ou o começo de um documento ou de uma fonte do próprio Acervo, até ${samplesMax}; repetida com o mesmo id, devolve a mesma`,
        data: VoiceSample,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
      }),
      signedIn,
      input('param', BrandParams),
      input('json', CreateVoiceSample),
      async (c) => {
        const wanted = { ...c.req.valid('json'), ...c.req.valid('param'), userId: c.var.user.id }
        return respondCreated(c, await createSample(db, wanted))
      },
    )
    .delete(
      '/brands/:brandId/voice/samples/:sampleId',
      operation({
        writes: true,
        tag: 'brands',
        summary: 'Exclui uma amostra e a devolve, para poder criá-la de novo',
        data: VoiceSample,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', VoiceSampleParams),
      async (c) => respond(c, await deleteSample(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
