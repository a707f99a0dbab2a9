import { linkOptions } from '@tanstack/react-router'

/** Where a new conversation begins: with the agent on the screen, else where one is chosen. */
export const newChatLink = (agentId: string | undefined) =>
  agentId
    ? linkOptions({ to: '/app/$agentId/chat', params: { agentId } })
    : linkOptions({ to: '/app', hash: 'cast' })
