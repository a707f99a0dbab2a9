import { idBroadcast } from '#client/lib/browser/id-broadcast.ts'

/** Changes of chats; polling replaces it in a browser that refuses it. */
export const { post: broadcastChatChange, listen: onChatChange } = idBroadcast('elenco-chats')
