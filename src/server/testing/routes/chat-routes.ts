import { newMessage } from '../factories/conversation.ts'
import { OWNER, type Row, SIGNED_IN } from './route-row.ts'

/** Chats, their messages and the search. */
export const CHAT_ROUTES: Record<string, Row> = {
  'GET /api/v1/chats': { expected: SIGNED_IN },
  'POST /api/v1/chats': { expected: [401, 201, 201, 403, 201], body: ({ agentId }) => ({ agentId }) },
  'GET /api/v1/chats/search': { expected: SIGNED_IN, query: '?q=reservada', isOneAtATime: true },
  'GET /api/v1/search': { expected: SIGNED_IN, query: '?q=reservada', isOneAtATime: true },
  'GET /api/v1/chats/{chatId}': { expected: OWNER },
  'PATCH /api/v1/chats/{chatId}': { expected: OWNER, body: () => ({ title: 'Outro nome', pinned: true }) },
  'DELETE /api/v1/chats/{chatId}': { expected: OWNER },
  'POST /api/v1/chats/{chatId}/restore': { expected: OWNER },
  'GET /api/v1/chats/{chatId}/export': { expected: OWNER, query: '?format=md', isOneAtATime: true },
  'GET /api/v1/chats/{chatId}/messages': { expected: OWNER },
  'POST /api/v1/chats/{chatId}/messages': { expected: OWNER, body: () => newMessage() },
  'GET /api/v1/chats/{chatId}/stream': { expected: [401, 204, 404, 403, 404] },
  'POST /api/v1/chats/{chatId}/stop': { expected: OWNER },
  'POST /api/v1/chats/{chatId}/messages/{messageId}/regenerate': { expected: OWNER },
  // The reply is complete.
  'POST /api/v1/chats/{chatId}/messages/{messageId}/continue': { expected: [401, 409, 404, 403, 404] },
  'GET /api/v1/chats/{chatId}/messages/{messageId}/grounding': { expected: OWNER },
  'GET /api/v1/messages/{messageId}/passages/{number}': { expected: OWNER },
  'GET /api/v1/chats/{chatId}/messages/{messageId}/export': { expected: OWNER, query: '?format=md' },
  'POST /api/v1/chats/{chatId}/messages/{messageId}/draft': {
    expected: OWNER,
    body: () => ({ kind: 'product' }),
    isOneAtATime: true,
  },
  'PUT /api/v1/chats/{chatId}/messages/{messageId}/feedback': {
    expected: OWNER,
    body: () => ({ rating: 'down', reason: 'Muito longa' }),
  },
  'DELETE /api/v1/chats/{chatId}/messages/{messageId}': { expected: OWNER },
  'PUT /api/v1/chats/{chatId}/branch': { expected: OWNER, body: ({ messageId }) => ({ messageId }) },
  'PUT /api/v1/chats/{chatId}/read': { expected: OWNER },
}
