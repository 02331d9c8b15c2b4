import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'

// The package unpacks itself to a shared folder for temporary files, and its libraries only on Amazon's machines.
const packed = name =>
  fileURLToPath(new URL(`node_modules/@sparticuz/chromium/bin/${name}.br`, import.meta.url))
const target = fileURLToPath(new URL('unpacked', import.meta.url))
const fontsBesideThisFile = `<?xml version="1.0"?>
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`
const partial = `${target}.${process.pid}`

await mkdir(partial)
await unpack('chromium', createWriteStream(`${partial}/chromium`, { mode: 0o755 }))
await unpack('al2023.tar', extract(partial, { chown: false }))
await unpack('fonts.tar', extract(partial, { chown: false }))
await writeFile(`${partial}/fonts.conf`, fontsBesideThisFile)
await rm(target, { recursive: true, force: true })
await rename(partial, target)

function unpack(name, to) {
  return pipeline(createReadStream(packed(name)), createBrotliDecompress(), to)
}
