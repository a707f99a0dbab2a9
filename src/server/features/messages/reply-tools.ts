import { calculationTool } from '../../ai/calculations/tool.ts'
import type { Tool } from '../../ai/tools/tool.ts'

/** The tools of every reply, also of test chats. */
export const REPLY_TOOLS: readonly Tool[] = [calculationTool]
