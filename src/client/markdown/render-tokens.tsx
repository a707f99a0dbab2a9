import type { MarkedToken, Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { namesItsHost, safeLink } from '#shared/markdown/markdown-links.ts'
import { CodeBlock } from './code-block.tsx'
import { FootnotesContext, NotedText } from './footnotes.tsx'
import classes from './markdown.module.css'
import tableClasses from './table.module.css'

/**
 * Marked's tokens as React elements. No HTML is generated, so a message cannot inject markup: raw HTML shows as text,
 * links pass `safeLink`, images become links.
 */
function renderTokens(tokens: Token[] | undefined, isLive: boolean): ReactNode {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens only ever grow at their end.
    <TokenView key={index} token={token as MarkedToken} isLive={isLive} />
  ))
}

type TokenProps = {
  token: MarkedToken
  /** The token may still grow. */
  isLive: boolean
  /** Outline level of a heading; by default that of its element. */
  level?: number | undefined
}

export function TokenView({ token, isLive, level }: TokenProps): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{renderTokens(token.tokens, isLive)}</p>
    case 'heading':
      // A reply may be cut after the heading's marks.
      return token.text === '' ? null : <HeadingView token={token} level={level} />
    case 'list':
      return <ListView token={token} isLive={isLive} />
    case 'blockquote':
      return <blockquote>{renderTokens(token.tokens, isLive)}</blockquote>
    case 'code':
      return <CodeBlock code={token.text} language={token.lang} isLive={isLive} />
    case 'table':
      return <TableView token={token} />
    case 'hr':
      return <hr />
    case 'html':
      return <HtmlView token={token} />
    default:
      return <InlineView token={token} />
  }
}

function InlineView({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? (
        renderTokens(token.tokens, false)
      ) : (
        <NotedText text={decodeEntities(token.text)} />
      )
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{renderTokens(token.tokens, false)}</strong>
    case 'em':
      return <em>{renderTokens(token.tokens, false)}</em>
    case 'del':
      return <del>{renderTokens(token.tokens, false)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled readOnly aria-label="Tarefa" />
    case 'link':
      return (
        <LinkView
          address={token.href}
          text={token.text}
          isLiteral={token.autolink === true}
          tokens={token.tokens}
        />
      )
    case 'image':
      return (
        <LinkView address={token.href} text={`imagem: ${token.text || 'sem descrição'}`} isLiteral={false} />
      )
    default:
      return null
  }
}

type LinkProps = { address: string; text: string; isLiteral: boolean; tokens?: Token[] }

function LinkView({ address, text, isLiteral, tokens }: LinkProps) {
  const link = safeLink(isLiteral ? address : decodeEntities(address))
  const isPlain = tokens?.some((token) => token.type === 'image' || token.type === 'link') ?? true
  // A button in a link could not be pressed.
  const content = isPlain ? (
    decodeEntities(text)
  ) : (
    <FootnotesContext value={null}>{renderTokens(tokens, false)}</FootnotesContext>
  )
  if (!link) return <span>{content}</span>
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
        {content}
      </a>
      {namesItsHost(text, link) ? null : <span className={classes.host}> ({link.host})</span>}
    </>
  )
}

/** The element gives the size, `aria-level` the outline level. */
function HeadingView({ token, level }: { token: Tokens.Heading; level: number | undefined }) {
  const size = Math.min(token.depth, 4) + 2
  const Heading = (['h3', 'h4', 'h5', 'h6'] as const)[size - 3] ?? 'h6'
  return (
    <Heading aria-level={level === size ? undefined : level}>{renderTokens(token.tokens, false)}</Heading>
  )
}

function ListView({ token, isLive }: { token: Tokens.List; isLive: boolean }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items only ever grow at their end.
    <li key={index} data-task={item.task || undefined}>
      {renderTokens(item.tokens, isLive && index === token.items.length - 1)}
    </li>
  ))
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>
}

function TableView({ token }: { token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: nothing is filled in, and as a landmark each table would need a name of its own.
    <section role="group" className={tableClasses.table} aria-label="Tabela" tabIndex={0}>
      <table>
        <thead>
          <tr>{token.header.map(toCell)}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at their end.
            <tr key={index}>{row.map(toCell)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function toCell(cell: Tokens.TableCell, index: number) {
  const Cell = cell.header ? 'th' : 'td'
  return (
    <Cell key={index} data-align={cell.align ?? undefined} scope={cell.header ? 'col' : undefined}>
      {renderTokens(cell.tokens, false)}
    </Cell>
  )
}

function HtmlView({ token }: { token: Tokens.HTML | Tokens.Tag }) {
  if (/^<br\s*\/?>$/i.test(token.text.trim())) return <br />
  return token.block ? <p className={classes.literal}>{token.text}</p> : token.text
}
