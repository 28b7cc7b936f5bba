import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The section of a version in CHANGELOG.md, without its heading. Undefined if it is missing, has no date or is empty. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1)
  const own = sections.find((each) => each.startsWith(`${version} (`))
  const [heading = '', ...lines] = own?.split('\n') ?? []
  const notes = lines.join('\n').trim()
  return /^\S+ \(\d{4}-\d\d-\d\d\)$/.test(heading) && notes !== '' ? `${notes}\n` : undefined
}

/**
 * Packs the files of the last commit with dist/ as `<name>.tar.gz` into `folder`. Packing a commit again gives the same bytes, if
 * dist/ is the same.
 */
export function packSource(root: string, { name, folder }: { name: string; folder: string }): void {
  const stage = mkdtempSync(join(tmpdir(), 'foyer-release-'))
  try {
    const archive = join(stage, 'source.tar')
    execFileSync('git', ['archive', `--prefix=${name}/`, '--output', archive, 'HEAD'], { cwd: root })
    mkdirSync(join(stage, 'files'))
    execFileSync('tar', ['-xf', archive, '-C', join(stage, 'files')])
    if (existsSync(join(root, 'dist')))
      cpSync(join(root, 'dist'), join(stage, 'files', name, 'dist'), { recursive: true })
    const at = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()
    const tar = join(stage, `${name}.tar`)
    const same = ['--sort=name', `--mtime=@${at}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w']
    execFileSync('tar', [...same, '-cf', tar, '-C', join(stage, 'files'), name])
    execFileSync('gzip', ['--no-name', '--best', tar])
    cpSync(`${tar}.gz`, join(folder, `${name}.tar.gz`))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** All packages of package-lock.json as CycloneDX. npm names the product after the folder, so it is named after package.json. */
export function sbomOf(root: string): string {
  const text = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const { name }: { name: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sbom = JSON.parse(text)
  sbom.metadata.component.name = name
  return `${JSON.stringify(sbom, null, 2)}\n`
}

/** SHA-256 of the folder's files, as `sha256sum --check` reads them. */
export const checksumsOf = (folder: string): string =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${sum}  ${name}\n`
    })
    .join('')

/** The program has printed the reason. */
export class ImageFailed extends Error {
  override name = 'ImageFailed'
}

export interface ImageBuilder {
  name: string
  /** Builds deploy/Dockerfile and saves the image as a file. Throws `ImageFailed`. */
  build: (root: string, image: { version: string; file: string }) => void
}

interface Program {
  /** Succeeds where images can be built: Docker's command alone can't. */
  check: readonly string[]
  build: (tag: string) => readonly string[]
  save: (tag: string, file: string) => readonly string[]
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  docker: {
    check: ['info'],
    build: (tag) => ['build', '--file', 'deploy/Dockerfile', '--tag', tag, '.'],
    save: (tag, file) => ['save', '--output', file, tag],
  },
  podman: {
    check: ['info'],
    build: (tag) => ['build', '--file', 'deploy/Dockerfile', '--format', 'docker', '--tag', tag, '.'],
    save: (tag, file) => ['save', '--format', 'docker-archive', '--output', file, tag],
  },
  buildah: {
    check: ['info'],
    // Needs no container runtime, which Buildah's package doesn't install.
    build: (tag) => [
      'build',
      '--isolation',
      'chroot',
      '--file',
      'deploy/Dockerfile',
      '--format',
      'docker',
      '--tag',
      tag,
      '.',
    ],
    save: (tag, file) => ['push', tag, `docker-archive:${file}:${tag}`],
  },
}

/** The first program of PATH that can build images here. */
export function findImageBuilder(environment: NodeJS.ProcessEnv = process.env): ImageBuilder | undefined {
  const found = Object.entries(PROGRAMS).find(
    ([name, { check }]) => spawnSync(name, check, { stdio: 'ignore', env: environment }).status === 0,
  )
  if (!found) return undefined
  const [name, program] = found
  return {
    name,
    build: (root, { version, file }) => {
      const tag = `foyer:${version}`
      for (const args of [program.build(tag), program.save(tag, file)]) {
        const { status } = spawnSync(name, args, { cwd: root, stdio: 'inherit', env: environment })
        if (status !== 0)
          throw new ImageFailed(`The image could not be made: \`${name} ${args.join(' ')}\` failed.`)
      }
    },
  }
}
