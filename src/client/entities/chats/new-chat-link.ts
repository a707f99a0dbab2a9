import { linkOptions } from '@tanstack/react-router'

/** Link to a new chat with the agent, or to the choice of an agent. */
export const newChatLink = (agentId: string | undefined) =>
  agentId
    ? linkOptions({ to: '/app/$agentId/chat', params: { agentId } })
    : linkOptions({ to: '/app', hash: 'cast' })
