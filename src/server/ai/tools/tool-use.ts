import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'

/** The tools in a request. */
export type ToolUse = {
  functions: LanguageModelV4FunctionTool[]
  /** Calls of earlier requests of this reply, and their results. */
  messages: LanguageModelV4Message[]
  /** False when the limits are reached. */
  mayCall: boolean
  /** The reply so far, for servers that cannot receive the calls. */
  written: string
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

/** Output of one request. */
export type Round = {
  said: string
  /** Reasoning parts that the provider needs back before the text. */
  thoughts: AssistantContent
  calls: LanguageModelV4ToolCall[]
}
