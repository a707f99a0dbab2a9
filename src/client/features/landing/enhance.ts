// All the script that the front page has: everything on it can be read and used without. Its styles go the same way.
import './landing.css'
import './parts.module.css'
import './opening.module.css'
import './acts.module.css'
import './demo.module.css'
import './demo-chat.module.css'
import './programme.module.css'
import './plans.module.css'
import './questions.module.css'
import './closing.module.css'
import { enhanceDemo } from './enhance-demo.ts'
import { followScheme } from './enhance-schemes.ts'

followScheme(document)
for (const demo of document.querySelectorAll<HTMLElement>('[data-demo]')) enhanceDemo(demo)
