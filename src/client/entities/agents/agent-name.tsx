import classes from './agent-name.module.css'

/** "Clara · Páginas de venda" as a short name: "Clara". */
export const shortNameOf = (name: string): string => name.split(' · ')[0] ?? name

/** "Clara · Páginas de venda" as a name and, on its own line, a role. Screen readers and copied text get the whole. */
export function AgentName({ name }: { name: string }) {
  const [who, ...role] = name.split(' · ')
  if (role.length === 0) return name
  return (
    <>
      {who}
      <span className="visually-hidden"> · </span>
      <span className={classes.role}>{role.join(' · ')}</span>
    </>
  )
}
