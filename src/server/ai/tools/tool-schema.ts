import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Tool } from './tool.ts'

/** Replaces keywords of JSON Schema that some providers do not support. */
function inPlainSchema({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if ('const' in jsonSchema) {
    jsonSchema.enum = [jsonSchema.const as string]
    delete jsonSchema.const
  }
  if (jsonSchema.oneOf) {
    jsonSchema.anyOf = jsonSchema.oneOf
    delete jsonSchema.oneOf
  }
}

/** By schema, which outlives the tools that are made for one reply. */
const known = new WeakMap<z.ZodType, JSONSchema7>()

function schemaOf(input: z.ZodType): JSONSchema7 {
  const made = known.get(input)
  if (made) return made
  const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', override: inPlainSchema })
  known.set(input, schema as JSONSchema7)
  return schema as JSONSchema7
}

/** The tool as providers are told of it. */
export const toFunctionTool = ({ name, description, input }: Tool): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  description,
  inputSchema: schemaOf(input),
})
