# The front door.  Everything behind it is CMake presets (CMakePresets.json) and scripts/.
.DEFAULT_GOAL := help
SECONDS ?= 60
.PHONY: help demo test sanitize fuzz bench format lint setup build site clean

help: ## list the doors
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## */\t/' | expand -t 12

setup: ## install all that is missing (Debian packages, Python environment)
	@scripts/setup test

build: ## the program, at build/default/surefoot
	@scripts/setup build
	@cmake --preset default >/dev/null
	@cmake --build --preset default

demo: ## build the program, fit contaminated data, and see what robustness buys
	@scripts/setup build
	@cmake --preset default >/dev/null
	@cmake --build --preset default --target surefoot_program
	@scripts/demo

test: setup ## build and run every test
	@cmake --workflow --preset dev

sanitize: setup ## the tests under the address, undefined-behaviour and thread sanitizers
	@cmake --workflow --preset sanitize
	@cmake --workflow --preset sanitize-thread

fuzz: setup ## look for bytes that crash what reads them: make fuzz SECONDS=600, for each reader
	@scripts/fuzz $(SECONDS)

bench: setup ## throughput of the hot loops on this machine
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev --target surefoot_bench
	@build/dev/bench/surefoot_bench

format: setup ## rewrite sources as clang-format does
	@scripts/lint --fix

site: setup ## the documentation site, at build/site/html/index.html
	@scripts/site

lint: setup ## formatting and clang-tidy
	@scripts/lint

clean: ## remove what was built
	@rm -rf build demo
