import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { speechOf } from '../../factories/audio.ts'
import { apiKeyOf } from './key-check.ts'
import { errorBody } from './wire.ts'

/** The response to one request for a transcript. */
export type TranscriptionBehaviour =
  | { kind: 'reply' }
  | { kind: 'status'; status: number; retryAfter?: string }
  /** No response. */
  | { kind: 'silent' }
  /** A text without segments. */
  | { kind: 'untimed' }

export type RecordedTranscription = {
  model: string
  format: string
  fileName: string
  bytes: number
  apiKey: string
  /** The client closed the socket before the end of the response. */
  isAborted: boolean
}

export const isTranscription = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && url === '/v1/audio/transcriptions'

/** Transcribes a WAV that spells its speech, in OpenAI's `verbose_json`; other audio has no speech. */
export async function answerTranscription(
  request: IncomingMessage,
  response: ServerResponse,
  { behaviour, requests }: { behaviour: TranscriptionBehaviour; requests: RecordedTranscription[] },
): Promise<void> {
  const body = new Uint8Array(await buffer(request))
  const form = await new Response(body, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('a transcription without a file')
  const audio = Buffer.from(await file.arrayBuffer())
  const record: RecordedTranscription = {
    model: String(form.get('model')),
    format: String(form.get('response_format')),
    fileName: file.name,
    bytes: audio.length,
    apiKey: apiKeyOf(request),
    isAborted: false,
  }
  requests.push(record)
  response.on('close', () => {
    record.isAborted = !response.writableEnded
  })
  if (behaviour.kind === 'silent') return
  const send = (status: number, answer: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  if (behaviour.kind === 'status') {
    const { status, retryAfter } = behaviour
    const error = errorBody('chat', status, 'The double was told to fail.')
    send(status, error, retryAfter ? { 'retry-after': retryAfter } : {})
    return
  }
  const { speech, seconds } = speechOf(audio)
  const text = speech.map(([, said]) => said).join(' ')
  if (behaviour.kind === 'untimed') {
    send(200, { text })
    return
  }
  const segments = speech.map(([start, said], id) => ({
    ...{ id, seek: 0, start, end: speech[id + 1]?.[0] ?? seconds, text: ` ${said}` },
    ...{ tokens: [], temperature: 0, avg_logprob: -0.1, compression_ratio: 1, no_speech_prob: 0 },
  }))
  send(200, { task: 'transcribe', language: 'portuguese', duration: seconds, text, segments })
}
