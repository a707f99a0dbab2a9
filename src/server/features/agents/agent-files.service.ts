import { AGENT_FILE_FORMAT, type AgentExport, type ImportedAgent } from '#shared/contract/agents-files.ts'
import type { Label } from '#shared/contract/labels.ts'
import { LIMITS } from '#shared/limits.ts'
import { isBundledPhoto, uploadPath } from '#shared/upload-addresses.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Deps } from '../../deps.ts'
import { fileName } from '../../documents/export-file-name.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { listLabels } from '../labels/labels.queries.ts'
import { getAdminAgent } from './admin-agents.queries.ts'
import { addAgent } from './admin-agents.service.ts'
import { type PhotoParts, takePhoto, takePhotoFile } from './agent-photos.service.ts'

/** Bytes of a request body left free for the file's other fields. */
const SPARE_BYTES = 1_024

type By = { origin: AuditOrigin; signal?: AbortSignal | undefined }

/**
 * Exports an agent as a file that includes its photo.
 * @throws {AppError} NOT_FOUND
 */
export async function exportAgent(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { origin }: By,
  { agentId }: { agentId: string },
): Promise<{ name: string; text: string }> {
  const agent = await getAdminAgent(db, { agentId })
  const { name, description, systemPrompt, enableFreePlan } = agent
  const { model, messageWeight, reviewsReplies, reviewChannel, requiredContext } = agent
  const isBundled = agent.photoUrl !== null && isBundledPhoto(agent.photoUrl)
  const exported: AgentExport = {
    kind: 'agent',
    format: AGENT_FILE_FORMAT,
    exportedAt: new Date().toISOString(),
    agent: {
      ...{ name, description, systemPrompt, enableFreePlan },
      ...{ model, messageWeight, reviewsReplies, reviewChannel, requiredContext },
      promptRecommendations: agent.promptRecommendations.map(({ content, order }) => ({ content, order })),
      labels: agent.labels.map((label) => label.name),
      photoUrl: isBundled ? agent.photoUrl : null,
      photo: null,
    },
  }
  exported.agent.photo = await photoFor(files, agent.photoUrl, textOf(exported))
  await writeAudit(db, { origin, action: 'agent.export', entity: { type: 'agent', id: agentId, name } })
  return { name: `${fileName(name, 'agente')}.json`, text: textOf(exported) }
}

const textOf = (exported: AgentExport) => `${JSON.stringify(exported, null, 2)}\n`

/**
 * The uploaded photo in base64; null if there is none or it would not fit into a request body with the rest.
 */
async function photoFor(files: Deps['files'], photoUrl: string | null, rest: string): Promise<string | null> {
  const path = uploadPath(photoUrl)
  const file = path === null ? undefined : await files.read(path.slice('/uploads/'.length))
  if (!file || file.length > LIMITS.agentPhotoBytes) return null
  const photo = Buffer.from(file).toString('base64')
  return Buffer.byteLength(rest) + photo.length + SPARE_BYTES <= LIMITS.jsonBodyBytes ? photo : null
}

/**
 * Creates an agent from a file. Labels are matched by name; unknown ones are skipped and returned.
 * @throws {AppError} VALIDATION_ERROR for an invalid photo; CONFLICT at the limit of agents.
 */
export async function importAgent(
  parts: PhotoParts,
  { origin, signal }: By,
  { agent: { labels: names, photo, ...agent } }: AgentExport,
): Promise<ImportedAgent> {
  const { labelIds, missingLabels } = findLabels(await listLabels(parts.db), names)
  const userId = origin.actor.id
  const taken = photo
    ? await takePhotoFile(parts, userId, Buffer.from(photo, 'base64'))
    : await takePhoto(parts, { photoUrl: agent.photoUrl, userId, signal })
  const stored = await addAgent(
    parts.db,
    { origin, action: 'agent.import' },
    // Plans and collections differ between installations.
    { ...agent, isDraft: false, labelIds, planIds: null, collectionIds: [], photo: taken },
  )
  return { agent: stored, missingLabels }
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

function findLabels(labels: Label[], names: string[]): { labelIds: string[]; missingLabels: string[] } {
  const ids = new Map(labels.map(({ id, name }) => [plain(name), id]))
  const isKnown = (name: string) => ids.has(plain(name))
  return {
    labelIds: [...new Set(names.flatMap((name) => ids.get(plain(name)) ?? []))],
    missingLabels: names.filter((name) => !isKnown(name)),
  }
}
