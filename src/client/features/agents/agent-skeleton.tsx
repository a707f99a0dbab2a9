import { ChatCardsSkeleton } from '#client/entities/chats/chat-cards.tsx'
import classes from './agent.module.css'

export function AgentSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Carregando o agente">
      <div className={classes.back} />
      <div className={classes.introduction} aria-hidden>
        <div className={`${classes.stage} skeleton`}>
          <div className={classes.portrait} />
        </div>
        <div className={classes.words}>
          <div className={`${classes.titleGap} skeleton`} />
          <div className={`${classes.textGap} skeleton`} />
          <div className={`${classes.buttonGap} skeleton`} />
        </div>
      </div>
      <ChatCardsSkeleton count={3} />
    </div>
  )
}
