/** Folders that a program makes again whenever it is needed, by name. */
const BY_NAME: Readonly<Record<string, string>> = {
  '.git': 'the history of git',
  '.hg': 'the history of Mercurial',
  '.svn': 'the history of Subversion',
  node_modules: 'packages that npm installs',
  __pycache__: 'a cache of Python',
  '.venv': 'packages that Python installs',
  '.cache': 'a cache',
  '.pytest_cache': 'a cache of pytest',
  '.mypy_cache': 'a cache of mypy',
  '.ruff_cache': 'a cache of ruff',
  '.tox': 'packages that tox installs',
  '.ipynb_checkpoints': 'it has copies that Jupyter keeps',
  '.snakemake': 'it has the state of Snakemake',
  '.nextflow': 'it has the state of Nextflow',
  '.Rproj.user': 'it has the state of RStudio',
};

const OF_PYTHON = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** Names that data have too: only the files next to such a folder tell that a program builds it. */
const BY_NEIGHBOUR: Readonly<Record<string, readonly string[]>> = {
  build: [...OF_PYTHON, 'package.json', 'CMakeLists.txt', 'build.gradle', 'build.gradle.kts', 'meson.build'],
  dist: [...OF_PYTHON, 'package.json'],
  target: ['Cargo.toml', 'pom.xml', 'build.sbt'],
  _build: ['conf.py', '_config.yml', 'dune-project'],
  work: ['.nextflow', '.nextflow.log', 'nextflow.config'],
};

/** Files by which a folder says itself what it is. */
const BY_CONTENT: Readonly<Record<string, string>> = {
  'pyvenv.cfg': 'packages that Python installs',
  'conda-meta': 'packages that Conda installs',
  'CACHEDIR.TAG': 'a cache, says its CACHEDIR.TAG',
};

/** Why a folder is not worth describing, as its name and the names next to it tell. */
export function madeFolder(name: string, neighbours: ReadonlySet<string>): string | undefined {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  if (name.endsWith('.egg-info')) return 'it has the state of setuptools';
  const makers = Object.hasOwn(BY_NEIGHBOUR, name) ? BY_NEIGHBOUR[name] : undefined;
  const maker = makers?.find((one) => neighbours.has(one));
  return maker === undefined ? undefined : `a build folder, says the ${maker} next to it`;
}

/** Why a folder is not worth describing, as the names in it tell. */
export function madeContent(names: ReadonlySet<string>): string | undefined {
  const sign = Object.keys(BY_CONTENT).find((name) => names.has(name));
  return sign === undefined ? undefined : BY_CONTENT[sign];
}
