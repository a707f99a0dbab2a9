/** Query keys of the chats: lists, summaries and messages. */
export const chatKeys = {
  lists: ['chats', 'list'] as const,
  detail: (chatId: string) => ['chats', 'detail', chatId] as const,
  /** Prefix; the chat's id follows. */
  messages: ['chats', 'messages'] as const,
}
