import { linkOptions } from '@tanstack/react-router'

/** Id of home's composer, and the hash that asks to write there. */
export const WRITE_HASH = 'escrever'

/** Link to home's composer, with the agent of the page if there is one. */
export const newChatLink = (agentId: string | undefined) =>
  linkOptions({ to: '/app', search: agentId ? { agente: agentId } : {}, hash: WRITE_HASH })
