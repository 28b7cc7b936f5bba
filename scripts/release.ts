import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { buildOrExit } from './build-if-needed.ts'
import {
  checksumsOf,
  findImageBuilder,
  ImageFailed,
  packSource,
  releaseNotes,
  sbomOf,
} from './release-parts.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'release')

/**
 * `npm run release`: puts the version of package.json into release/: the source with built pages, the container image where a builder
 * is installed, the list of packages (SBOM), release notes, and the checksums of all. The commit must be complete.
 */
async function release(): Promise<void> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const notes = releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  if (notes === undefined) refuse(`CHANGELOG.md has no section “## ${version} (<date>)”: write it first.`)
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  if (changed !== '') refuse(`Commit or remove these files first, so that a release is a commit:\n${changed}`)
  buildOrExit()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const name = `foyer-${version}`
  packSource(ROOT, { name, folder: FOLDER })
  writeFileSync(join(FOLDER, `${name}.cdx.json`), sbomOf(ROOT))
  writeFileSync(join(FOLDER, `${name}.md`), notes)
  await buildImage(version)
  writeFileSync(join(FOLDER, 'SHA256SUMS'), checksumsOf(FOLDER))
  process.stdout.write(`release/ has version ${version}. Tag the commit v${version}.\n`)
}

async function buildImage(version: string): Promise<void> {
  const builder = findImageBuilder()
  if (!builder) {
    process.stdout.write(
      'No container image: neither Docker with its daemon, Podman nor Buildah is installed here.\n',
    )
    return
  }
  const file = join(FOLDER, `foyer-${version}.image.tar`)
  try {
    builder.build(ROOT, { version, file })
  } catch (error) {
    if (error instanceof ImageFailed) refuse(error.message)
    throw error
  }
  await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`))
  rmSync(file)
}

function refuse(reason: string): never {
  console.error(reason)
  process.exit(1)
}

await release()
