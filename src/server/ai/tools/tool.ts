import type { JSONObject } from '@ai-sdk/provider'
import type { z } from 'zod'

/**
 * A tool that a model may call while it writes a reply. Tools are offered by `GenerateOptions.tools`, and chosen in
 * `features/messages/reply-tools.ts`.
 *
 * One reply makes at most four requests with calls and eight calls. The calls of one request run at the same time. A
 * call that throws, takes longer than `timeoutMs` or has invalid arguments answers the model with an error text; the
 * reply goes on. Each call with valid arguments is a step of the reply, which readers see and the row keeps.
 *
 * The arguments come from the model and are untrusted: a tool that reads a user's data gets that user from a closure,
 * never from `input`.
 */
export type Tool<Input = unknown> = {
  /** Lower case, unique within a reply; the step's `name`, which the client translates. */
  name: string
  /** Tells the model, in Portuguese, when and how to call it. */
  description: string
  /** An object at its root. It is sent as JSON Schema, so descriptions of fields are read by the model. */
  input: z.ZodType<Input>
  /** Limit of one call in milliseconds; at most {@link TOOL_TIMEOUT_MAX_MS}. */
  timeoutMs: number
  /** Detail that the step shows from its beginning, such as the words that are looked for. One line, cut at 120. */
  labelOf?(input: Input): string
  /** @throws {ToolError} whose message the model reads; any other error is logged, and the model reads a fixed text. */
  run(input: Input, context: ToolContext): ToolResult | Promise<ToolResult>
}

export type ToolContext = {
  /** Aborted at the time limit, and when the reply ends. */
  signal: AbortSignal
  /** Estimated tokens that this call's result may take; a longer one is refused. */
  tokens: number
}

export type ToolResult =
  /** What the model reads, as text or as JSON. */
  ({ text: string } | { json: JSONObject }) & {
    /** Markdown that becomes a paragraph of the reply, unless the reply has it already. */
    shown?: string
    /** Replaces the step's detail at its end. */
    label?: string
  }

export const TOOL_TIMEOUT_MAX_MS = 20_000

/** A failed call. The message is in Portuguese, for the model. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ToolError'
  }
}
